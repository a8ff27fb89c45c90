import { problemText } from './problems.table';

/** The page a problem's `type` leads to; null for a code that there is none of. Codes hold no markup. */
export function problemPage(code: string): string | null {
  const text = problemText(code);
  if (!text) return null;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${text.title} - AtomicDB</title></head>
<body>
<main>
<h1>${text.title}</h1>
<p><code>${code}</code></p>
<p>${text.page}</p>
<p><a href="/atomicdb/">AtomicDB</a></p>
</main>
</body>
</html>
`;
}
