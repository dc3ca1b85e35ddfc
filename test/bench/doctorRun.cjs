/**
 * Runs a server under Clinic Doctor until it is interrupted, and prints what Doctor says of it, as `doctor: io`:
 * `node doctorRun.cjs FOLDER_OF_DOCTOR FOLDER_FOR_DATA SCRIPT`. The command `clinic doctor` writes the same into
 * its page. Its category `none` is that it found nothing, `data` that it can't tell.
 */
const fs = require('node:fs');
const { join } = require('node:path');

const [doctor, dest, script] = process.argv.slice(2);
const part = (name) => require(join(doctor, name));
const Analysis = part('analysis/index.js');
const pumpify = require(require.resolve('pumpify', { paths: [doctor] }));
const issueCategory = part('analysis/issue-category.js');
const { getLoggingPaths } = require(require.resolve('@clinic/clinic-common', { paths: [doctor] }));

const tool = new (part('index.js'))({ dest, name: 'run' });
tool.collect([process.execPath, script], (error) => {
  if (error) throw error;
  const paths = getLoggingPaths('doctor')({ path: dest, identifier: 'run' });
  const read = (name, Decoder, ...more) =>
    pumpify.obj(fs.createReadStream(paths[name]), new Decoder(...more));
  const system = read('/systeminfo', part('format/system-info-decoder.js'));
  const events = read('/traceevent', part('format/trace-event-decoder.js'), system);
  const stats = read('/processstat', part('format/process-stat-decoder.js'));
  new Analysis(system, events, stats).on('data', ({ issues, issueCategory: told }) => {
    process.stdout.write(`doctor: ${told ?? issueCategory(issues)}\n`);
    process.exit(0);
  });
});
