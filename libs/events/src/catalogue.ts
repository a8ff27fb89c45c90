import { AccountRegistered } from './generated/atomicdb/events/v1/accounts';
import { AnalysisCompleted, AnalysisRetracted } from './generated/atomicdb/events/v1/analyses';
import { BackedValuesChanged, PositionsClosed } from './generated/atomicdb/events/v1/backing';
import { MovesOpened, PositionsAdded } from './generated/atomicdb/events/v1/positions';
import {
  LeaseReleased,
  RequestCancelled,
  RequestCompleted,
  RequestJoined,
  RequestLeased,
} from './generated/atomicdb/events/v1/queue';

/** Every event of the product: who writes it and the version of its payload. Source: architecture.md, "Parts". */
export const catalogue = {
  PositionsAdded: { owner: 'positions', schemaVersion: 1, codec: PositionsAdded },
  MovesOpened: { owner: 'positions', schemaVersion: 1, codec: MovesOpened },
  AnalysisCompleted: { owner: 'analyses', schemaVersion: 1, codec: AnalysisCompleted },
  AnalysisRetracted: { owner: 'analyses', schemaVersion: 1, codec: AnalysisRetracted },
  RequestJoined: { owner: 'queue', schemaVersion: 1, codec: RequestJoined },
  RequestCancelled: { owner: 'queue', schemaVersion: 1, codec: RequestCancelled },
  RequestLeased: { owner: 'queue', schemaVersion: 1, codec: RequestLeased },
  LeaseReleased: { owner: 'queue', schemaVersion: 1, codec: LeaseReleased },
  RequestCompleted: { owner: 'queue', schemaVersion: 1, codec: RequestCompleted },
  BackedValuesChanged: { owner: 'backing', schemaVersion: 1, codec: BackedValuesChanged },
  PositionsClosed: { owner: 'backing', schemaVersion: 1, codec: PositionsClosed },
  AccountRegistered: { owner: 'accounts', schemaVersion: 1, codec: AccountRegistered },
} as const;

export type EventType = keyof typeof catalogue;
export type Payload<T extends EventType> = ReturnType<(typeof catalogue)[T]['codec']['decode']>;
export type Owner = (typeof catalogue)[EventType]['owner'];

/** A type with its payload: the union over all types when T is left out. */
export type DomainEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly data: Payload<K> };
}[T];

/** Version of the identity rule of positions that the keys in an event follow. */
export const canonicalVersion = 1;

export const eventTypes = Object.keys(catalogue) as EventType[];

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(catalogue, text);
}

export function ownerOf(type: EventType): Owner {
  return catalogue[type].owner;
}
