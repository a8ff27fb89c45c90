/** What a stranger wrote must not steer the terminal, nor look like a line of its own. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
