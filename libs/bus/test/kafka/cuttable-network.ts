import { connect, type Socket } from 'node:net';
import type { ISocketFactory } from 'kafkajs';

/** Connections to brokers that a test can cut, and keep cut. */
export class CuttableNetwork {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  /** For the options of kafkajs. */
  readonly socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port }, onConnect);
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    if (this.isCut) socket.destroy(new Error('the network is cut'));
    return socket;
  };

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy(new Error('the network is cut'));
  }

  mend(): void {
    this.isCut = false;
  }
}
