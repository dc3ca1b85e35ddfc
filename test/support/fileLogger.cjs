'use strict';

/**
 * Takes the place of `@vscode/spdlog`, VS Code's logger, where its native part could not be
 * compiled: without any, output channels and logs of the extension host stay empty.
 */

const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class FileLogger {
  constructor(path) {
    this.path = path;
    this.level = 2;
    this.isPlain = false;
    mkdirSync(dirname(path), { recursive: true });
  }

  log(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    const line = this.isPlain ? message : `${time} [${levels[level]}] ${message}\n`;
    appendFileSync(this.path, line);
  }

  trace(message) {
    this.log(0, message);
  }
  debug(message) {
    this.log(1, message);
  }
  info(message) {
    this.log(2, message);
  }
  warn(message) {
    this.log(3, message);
  }
  error(message) {
    this.log(4, message);
  }
  critical(message) {
    this.log(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.isPlain = true;
  }
  flush() {}
  drop() {}
}

const create = async (name, path) => new FileLogger(path);

exports.Logger = FileLogger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
