/** Loads the URL given as argument for as many seconds as the next one says, as Hotframe does. */
import autocannon from 'autocannon';

const [url, seconds] = process.argv.slice(2);
await autocannon({ url: url!, connections: 10, duration: Number(seconds), sampleInt: 100 });
process.exit(0);
