import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EndpointTurns } from './endpoint-turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const A = { tenant: 'one', webhookId: 'a' }
const B = { tenant: 'one', webhookId: 'b' }

it('gives an endpoint four turns, a tenant as many as it is told, and others theirs', async () => {
  const turns = new EndpointTurns(6)
  const taken = async (of: typeof A) => {
    let isTaken = false
    turns.take(of).then((turn) => {
      isTaken = 'end' in turn
    })
    await vi.advanceTimersByTimeAsync(1)
    return isTaken
  }
  for (let n = 0; n < 4; n += 1) expect(await taken(A)).toBe(true)
  expect(await taken(A)).toBe(false)
  for (let n = 0; n < 2; n += 1) expect(await taken(B)).toBe(true)
  expect(await taken(B)).toBe(false)
  expect(await taken({ tenant: 'two', webhookId: 'c' })).toBe(true)
})

it('lets a line wait for a second, and for no longer at an endpoint that is slow', async () => {
  const turns = new EndpointTurns(6)
  const running = await Promise.all([1, 2, 3, 4].map(() => turns.take(A)))
  const end = () => {
    const turn = running.shift()
    if (turn !== undefined && 'end' in turn) turn.end()
  }
  const next = turns.take(A)
  await vi.advanceTimersByTimeAsync(500)
  end()
  expect(await next).toHaveProperty('end')
  running.push(await next)
  const late = turns.take(A)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toEqual({ putOffFor: 1000 })
  await vi.advanceTimersByTimeAsync(3000)
  end()
  running.push(await turns.take(A))
  expect(await turns.take(A)).toHaveProperty('putOffFor')
})

it('puts lines off by how many are put off now, not by how many ever were', async () => {
  const turns = new EndpointTurns(6)
  const running = await Promise.all([1, 2, 3, 4].map(() => turns.take(A)))
  await vi.advanceTimersByTimeAsync(8000)
  const [turn] = running
  if (turn !== undefined && 'end' in turn) turn.end()
  await turns.take(A)
  const putOff = async () => {
    const given = await turns.take(A)
    return 'putOffFor' in given ? given.putOffFor : null
  }
  expect([await putOff(), await putOff(), await putOff()]).toEqual([2000, 4000, 6000])
  for (let n = 0; n < 100; n += 1) {
    await vi.advanceTimersByTimeAsync(6000)
    expect(await putOff()).toBe(2000)
  }
  for (let n = 0; n < 1000; n += 1) expect(await putOff()).toBeLessThanOrEqual(300_000)
})
