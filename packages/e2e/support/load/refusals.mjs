import { randomUUID } from 'node:crypto'
import { multipart } from '../client/multipart.mjs'

const NOT_FOUND = 404

/** Requests over HTTP that must be refused: assets that are in the trash or purged, and bad requests. */
export function createRefusals({ client, journal, random, shelf }) {
  /** The answer may not be another than that status. */
  const refused = (verb, status, request) =>
    journal.act({ verb }, async () => {
      try {
        await request()
      } catch (error) {
        if (error.status === status) return
        throw error
      }
      journal.violation(`${verb}: was not answered ${status}`)
    })
  const send = async (route, options) => client.ask(route, options, 200)

  return {
    async hidden() {
      const asset = shelf.peek('trashed')
      if (asset !== undefined) await refused('hidden', NOT_FOUND, () => client.read(asset))
    },
    async gone() {
      const asset = random.pick(shelf.purged)
      if (asset === undefined) return
      const isRead = random.chance(0.5)
      await refused('gone', NOT_FOUND, () => (isRead ? client.read(asset) : client.get(asset.id)))
    },
    withoutKey: () => refused('without key', 401, () => send('/assets', { token: '' })),
    unknown: () => refused('unknown', NOT_FOUND, () => client.get(randomUUID())),
    malformed: () =>
      refused('malformed', 400, () => send('/assets', { ...multipart('file', []), body: '--x' })),
  }
}
