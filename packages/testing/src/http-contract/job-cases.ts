import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { JobCollection } from '@stowage/api/internal'
import type { Permission } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import { type HttpFixture, issuedKey, JOB_SECRET } from '../http/http-fixture.ts'
import { HttpClient } from './http-client.ts'

const NOT_FOUND = [404, 'job_not_found'] as const
const INVALID = [400, 'invalid_parameter'] as const

/** Kinds that no other case uses: another one's jobs must not run in its place. */
const kinds = () => ({ mail: `mail-${randomUUID()}`, report: `report-${randomUUID()}` })

interface Manager {
  readonly client: HttpClient
  /** Adds a job of the client's tenant; resolves to its id. */
  add(job: {
    readonly kind: string
    readonly isDead?: boolean
    readonly key?: string
  }): Promise<string>
}

/** Someone who may manage the jobs of a tenant that nothing else uses. */
async function managerOf(
  fixture: HttpFixture,
  permissions: readonly Permission[] = ['manage'],
): Promise<Manager> {
  const tenant = `tenant-${randomUUID()}`
  const client = new HttpClient(fixture, await issuedKey(fixture, { tenant, permissions }))
  return {
    client,
    async add(job) {
      if (fixture.addJob === undefined) throw new Error('This case needs fixture.addJob.')
      return fixture.addJob({ tenant, ...job })
    },
  }
}

async function jobsOf(client: HttpClient, query = ''): Promise<JobCollection> {
  const answer = await client.send('GET', query.startsWith('http') ? query : `/jobs${query}`)
  return client.document<JobCollection>(answer, 200, 'JobCollection')
}

async function stateOf(client: HttpClient, id: string): Promise<string | undefined> {
  const { data } = await jobsOf(client, '?page[size]=100')
  return data.find((job) => job.id === id)?.attributes.state
}

/** Jobs, listed, retried and discarded over HTTP. */
export const jobCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'jobs are listed with their state, without payload, key and error',
    needs: ['issueKey', 'addJob'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { mail, report } = kinds()
      const waiting = await add({ kind: mail, key: JOB_SECRET })
      const dead = await add({ kind: report, isDead: true })
      const answer = await client.send('GET', '/jobs')
      assert.ok(!answer.bytes.toString().includes(JOB_SECRET))
      const { data } = await jobsOf(client)
      assert.deepEqual(
        data.map(({ id, type, attributes: { run_at, created_at, ...rest } }) => {
          assert.match(run_at, /\.\d{6}Z$/)
          assert.match(created_at, /\.\d{6}Z$/)
          return { id, type, ...rest }
        }),
        [
          {
            ...{ id: waiting, type: 'jobs', kind: mail, state: 'waiting' },
            ...{ priority: 0, attempt: 0, max_attempts: 10 },
          },
          {
            ...{ id: dead, type: 'jobs', kind: report, state: 'dead' },
            ...{ priority: 0, attempt: 1, max_attempts: 10 },
          },
        ],
      )
    },
  },
  {
    name: 'jobs are listed by kind and by state, oldest first, page by page',
    needs: ['issueKey', 'addJob'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { mail, report } = kinds()
      const mails: string[] = []
      for (let count = 0; count < 5; count += 1) mails.push(await add({ kind: mail }))
      const dead = await add({ kind: report, isDead: true })
      const seen: string[] = []
      let url: string | null = `?page[size]=2&filter[kind]=${mail}`
      while (url !== null) {
        const { data, links, meta }: JobCollection = await jobsOf(client, url)
        assert.equal(meta.per_page, 2)
        assert.ok(data.length <= 2)
        seen.push(...data.map(({ id }) => id))
        url = links.next
      }
      assert.deepEqual(seen, mails)
      const idsOf = async (query: string) => (await jobsOf(client, query)).data.map(({ id }) => id)
      assert.deepEqual(await idsOf('?filter[state]=dead'), [dead])
      assert.deepEqual(await idsOf(`?filter[kind]=${report}&filter[state]=waiting`), [])
      assert.deepEqual(await idsOf(`?page[after]=${mails[4]}`), [dead])
    },
  },
  {
    name: 'a query that makes no sense on jobs is 400 with its parameter',
    needs: ['issueKey'],
    async run(fixture) {
      const { client } = await managerOf(fixture)
      for (const [query, parameter] of [
        ['page[size]=0', 'page[size]'],
        ['page[size]=101', 'page[size]'],
        ['page[after]=x', 'page[after]'],
        ['page[before]=x', 'page[before]'],
        ['filter[kind]=No%20Kind', 'filter[kind]'],
        ['filter[state]=done', 'filter[state]'],
        ['filter[state]=', 'filter[state]'],
        ['filter[name]=a', 'filter[name]'],
        ['sort=kind', 'sort'],
      ] as const) {
        const [error] = await client.refused('GET', `/jobs?${query}`, {}, INVALID)
        assert.deepEqual(error?.source, { parameter }, query)
      }
    },
  },
  {
    name: 'a dead job waits again after a retry; a job that waits stays as it is',
    needs: ['issueKey', 'addJob'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { mail, report } = kinds()
      const [dead, waiting] = [await add({ kind: report, isDead: true }), await add({ kind: mail })]
      for (const id of [dead, waiting, dead]) {
        assert.equal((await client.send('POST', `/jobs/${id}/retry`)).status, 204)
        assert.equal(await stateOf(client, id), 'waiting')
      }
    },
  },
  {
    name: 'a dead job whose key another one has is 409, and stays dead',
    needs: ['issueKey', 'addJob'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { report } = kinds()
      const dead = await add({ kind: report, key: 'one', isDead: true })
      await add({ kind: report, key: 'one' })
      await client.refused('POST', `/jobs/${dead}/retry`, {}, [409, 'job_exists'])
      assert.equal(await stateOf(client, dead), 'dead')
    },
  },
  {
    name: 'a job is discarded once',
    needs: ['issueKey', 'addJob'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { mail, report } = kinds()
      for (const id of [await add({ kind: mail }), await add({ kind: report, isDead: true })]) {
        assert.equal((await client.send('DELETE', `/jobs/${id}`)).status, 204)
        await client.refused('DELETE', `/jobs/${id}`, {}, NOT_FOUND)
        await client.refused('POST', `/jobs/${id}/retry`, {}, NOT_FOUND)
      }
      assert.deepEqual((await jobsOf(client)).data, [])
    },
  },
  {
    name: 'jobs of another tenant answer like jobs that do not exist, and are not listed',
    needs: ['issueKey', 'addJob'],
    async run(fixture) {
      const [one, other] = [await managerOf(fixture), await managerOf(fixture)]
      const { report } = kinds()
      const id = await one.add({ kind: report, isDead: true })
      for (const unknown of [id, randomUUID(), 'x', '%00', 'ä']) {
        const path = `/jobs/${encodeURI(unknown)}`
        await other.client.refused('DELETE', path, {}, NOT_FOUND)
        await other.client.refused('POST', `${path}/retry`, {}, NOT_FOUND)
      }
      assert.deepEqual((await jobsOf(other.client)).data, [])
      assert.equal(await stateOf(one.client, id), 'dead')
    },
  },
  {
    name: 'without the permission `manage` every route of jobs is 403',
    needs: ['issueKey'],
    async run(fixture) {
      const { client } = await managerOf(fixture, ['read', 'write', 'delete'])
      for (const [method, path] of [
        ['GET', '/jobs'],
        ['POST', `/jobs/${randomUUID()}/retry`],
        ['DELETE', `/jobs/${randomUUID()}`],
      ] as const) {
        await client.refused(method, path, {}, [403, 'forbidden'])
      }
      assert.equal((await client.send('HEAD', '/jobs')).status, 403)
    },
  },
]
