import { runFuzz } from './runFuzz.ts';
import { fuzzSubjects } from './subjects.ts';

/** `npm run fuzz [rounds] [seed] [subject]`: prints what came of each subject, and each problem. */
const rounds = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
const wanted = process.argv.slice(4).join(' ');

let problems = 0;
for (const subject of fuzzSubjects.filter(({ name }) => name.includes(wanted))) {
  const figures = await runFuzz(subject, rounds, seed);
  const { read, refused, longestMs } = figures;
  console.log(
    `${subject.name}: ${rounds} rounds from seed ${seed}, ${read} read, ${refused} refused with a sentence, longest ${longestMs.toFixed(0)} ms`,
  );
  for (const problem of figures.problems) console.log(`  ${problem}`);
  problems += figures.problems.length;
}
process.exitCode = problems > 0 ? 1 : 0;
