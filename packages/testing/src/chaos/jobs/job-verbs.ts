import assert from 'node:assert/strict'
import { type ChaosVerb, plain } from '../verb.ts'

/** Jobs of stores that define no kind, so that nothing runs them. */
export const jobVerbs: readonly ChaosVerb[] = [
  plain('jobs.enqueue', async (store) => {
    assert.notEqual(await store.jobs.enqueue('mail', { to: 'ann' }, { key: 'ann' }), '')
  }),
  {
    name: 'jobs.list and get',
    async prepare(store) {
      const id = await store.jobs.enqueue('mail', { to: 'ann' })
      return async (open, signal) => {
        const { jobs } = await open.jobs.list({ signal })
        assert.deepEqual(jobs, [await open.jobs.get(id, { signal })])
      }
    },
  },
  {
    name: 'jobs.retry',
    async prepare(store, { killJobs }) {
      const id = await store.jobs.enqueue('mail', { to: 'ann' }, { key: 'ann' })
      await killJobs('mail')
      return async (open) => {
        // A retry whose outcome was lost runs again, and then finds no dead job.
        const { retried, blocked } = await open.jobs.retry(id)
        assert.ok(retried.length === 0 || retried[0] === id)
        assert.deepEqual(blocked, [])
      }
    },
  },
  {
    name: 'jobs.discard',
    async prepare(store) {
      const id = await store.jobs.enqueue('mail', { to: 'ann' })
      return async (open) => {
        const gone = await open.jobs.discard(id)
        assert.ok(gone.length === 0 || gone[0] === id)
      }
    },
  },
]
