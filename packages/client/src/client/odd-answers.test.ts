import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'

const ID = '018f0000-0000-7000-8000-000000000000'
const AGAIN = { next: 'http://x.example/api/v1/assets?page%5Bafter%5D=same' }

let service: Service
let answer: unknown

beforeEach(async () => {
  service = await startService()
  service.intercept = (_, response) => {
    response.setHeader('content-type', 'application/vnd.api+json')
    response.end(JSON.stringify(answer))
    return true
  }
})
afterEach(() => service.close())

async function all() {
  const found: unknown[] = []
  for await (const asset of service.client().assets()) found.push(asset)
  return found
}

describe('an answer that is none of the service', () => {
  it.each([null, 7, 'x', true])('is unexpected_answer when it is %j', async (value) => {
    answer = value
    const client = service.client()
    for (const calling of [client.get(ID), client.list(), client.usage(), client.trash(ID)]) {
      await expect(calling).rejects.toMatchObject({ code: 'unexpected_answer' })
    }
  })

  it.each([
    [{}],
    [[]],
    [{ data: {}, links: { next: null } }],
    [{ data: [] }],
    [{ data: [], links: { next: '../x' } }],
    [{ data: [], links: { next: 7 } }],
    [{ data: [{ id: ID }], links: AGAIN }],
  ])('is unexpected_answer in place of the page that is %j', async (page) => {
    answer = page
    await expect(all()).rejects.toMatchObject({ code: 'unexpected_answer' })
    expect(service.requests.length).toBeLessThanOrEqual(2)
  })
})
