const mostPort = 65_535;

/**
 * Brokers as they are named in an option or a variable, `host:port,host:port`; null for what names none. An IPv6
 * address is none: the client of Kafka cuts at the first colon.
 */
export function parseBrokers(text: string): string[] | null {
  const brokers = text.split(',').map((broker) => broker.trim());
  return brokers.every(isBroker) ? brokers : null;
}

function isBroker(text: string): boolean {
  const port = Number(/^[^\s:/]+:(\d{1,5})$/.exec(text)?.[1] ?? 0);
  return port > 0 && port <= mostPort;
}

/** `host:port`, with brackets round an IPv6 host, as an URL and gRPC want it. */
export function addressOf(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
