import Koa from 'koa';
import { marked } from 'marked';

const section = `## Opening hours

We are open **every day** from *nine to six*, see [the calendar](/calendar) for holidays.

- groceries and [bread](/bread)
- books, \`maps\` and stamps

> Children under twelve come in free.
`;
const article = section.repeat(8);

function renderArticle() {
  return marked.parse(article); // hot
}

const app = new Koa();
app.use((context) => {
  context.type = 'html';
  context.body = Array.from({ length: 6 }, renderArticle).join('<hr>');
});

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
