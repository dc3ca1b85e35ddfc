const { watch } = require('node:fs');
const vscode = require('vscode');

/** The bundles of one change come one after the other. */
const quietMs = 300;

/** Reloads the window when the extension beside this one was built again. */
exports.activate = ({ subscriptions }) => {
  const extension = vscode.extensions.getExtension('hotframe.hotframe');
  if (!extension) return;
  let timer;
  const watcher = watch(`${extension.extensionPath}/dist`, () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => vscode.commands.executeCommand('workbench.action.reloadWindow'),
      quietMs,
    );
  });
  subscriptions.push({ dispose: () => watcher.close() });
};
