/** Samples the process that it is loaded into by @datadog/pprof, as its README says. */
const pprof = require(process.env.PPROF_FOLDER);
pprof.time.start({});
