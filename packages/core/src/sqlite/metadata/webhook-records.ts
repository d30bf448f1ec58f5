import { type Clock, formatTimestamp } from '../../time/timestamp.ts'
import type { WebhookRecords } from '../../webhooks/webhook-records.ts'
import type { Reader } from '../connection/reader.ts'
import {
  findDelivery,
  findWebhook,
  listDeliveries,
  listLate,
  listWaiting,
  listWebhooks,
} from '../webhooks/webhook-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.webhooks` */
export function createWebhookRecords(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
  clock: Clock,
): WebhookRecords {
  return {
    ...forwardedWrites('webhooks', writer),
    get: (query) =>
      reader.readOne((sql) => {
        const webhook = findWebhook(sql, query)
        return webhook === null ? null : { webhook, now: formatTimestamp(clock()) }
      }),
    list: (query) => reader.readOne((sql) => listWebhooks(sql, query)),
    waiting: (query) =>
      reader.readOne((sql) => ({
        deliveries: listWaiting(sql, query),
        now: formatTimestamp(clock()),
      })),
    late: (query) => reader.read((sql) => listLate(sql, query, clock())),
    deliveries: (query) => reader.read((sql) => listDeliveries(sql, query)),
    delivery: (query) => reader.readOne((sql) => findDelivery(sql, query)),
  }
}
