import { randomUUID } from 'node:crypto'
import { createUpload } from './upload.mjs'

/**
 * Uploads with a key that makes them happen once, however often they are sent. `clients` are of the instances.
 */
export function createIdempotentUploads(world) {
  const { client, clients, journal, random, files } = world
  const upload = createUpload(world)

  function sameIds(one, other) {
    const [ids, others] = [one, other].map((assets) => assets.map(({ id }) => id).join())
    if (ids !== others) journal.violation(`stored twice: ${ids} ${others}`)
  }

  return {
    /** Sometimes once more after it has succeeded: the same assets, wherever it is asked. */
    async keyed() {
      const list = files.newFiles(random.chance(0.7) ? 1 : 3)
      const idempotencyKey = randomUUID()
      const intent = { as: 'upload with key' }
      const { value } = await upload(list, { intent, idempotencyKey })
      if (value === undefined || random.chance(0.7)) return
      const again = await journal.act({ verb: 'repeat' }, () =>
        client.upload(list, { idempotencyKey }),
      )
      if (again.value !== undefined) sameIds(value, again.value)
    },

    /** At two instances at once. */
    async twins() {
      const list = files.newFiles(random.chance(0.7) ? 1 : 2)
      const first = random.below(clients.length)
      const pair = [clients[first], clients[(first + 1) % clients.length]]
      const idempotencyKey = randomUUID()
      const twice = createUpload({ ...world, client: { upload: uploadTwice } })
      await twice(list, { intent: { as: 'twins' } })

      async function uploadTwice() {
        const both = await Promise.allSettled(
          pair.map((each) => each.upload(list, { idempotencyKey })),
        )
        const answers = both.flatMap(({ value }) => (value === undefined ? [] : [value]))
        const errors = both.flatMap(({ reason }) => (reason === undefined ? [] : [reason]))
        for (const error of errors) {
          if (!journal.isTrouble(error) && error.code !== 'refused') throw error
        }
        if (answers.length === 0) return client.upload(list, { idempotencyKey })
        if (answers.length === 2) sameIds(...answers)
        return answers[0]
      }
    },
  }
}
