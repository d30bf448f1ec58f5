import { afterEach, describe, expect, it, vi } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('claimAlone of PostgreSQL', () => {
  it('is refused while another store is open, and keeps others out until it is released', async () => {
    const fixture = fixtureOfTest()
    const [first, second] = [await fixture.open(), await fixture.open()]
    await expect(first.claimAlone?.()).rejects.toMatchObject({ code: 'unavailable' })
    await second.close()
    const claim = await first.claimAlone?.()
    await expect(fixture.open()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('for itself'),
    })
    await claim?.release()
    await claim?.release()
    const third = await fixture.open()
    await expect(first.claimAlone?.()).rejects.toMatchObject({ code: 'unavailable' })
    await third.close()
  })

  it('counts no store that only reads', async () => {
    const fixture = fixtureOfTest()
    const writing = await fixture.open()
    const reading = await fixture.open({ readOnly: true })
    expect(reading.claimAlone).toBeUndefined()
    await (await writing.claimAlone?.())?.release()
    expect(await fixture.sql('SELECT id FROM $schema.open_stores')).toHaveLength(1)
    await Promise.all([writing.close(), reading.close()])
    expect(await fixture.sql('SELECT id FROM $schema.open_stores')).toEqual([])
  })

  it('counts a process that was killed for three minutes', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const gone = `INSERT INTO $schema.open_stores (id, alone, until)
      VALUES (gen_random_uuid(), $1, now() + interval '3 minutes')`
    await fixture.sql(gone, [false])
    await expect(metadata.claimAlone?.()).rejects.toMatchObject({ code: 'unavailable' })
    await fixture.sql(`UPDATE $schema.open_stores SET until = now() - interval '1 second'`)
    await (await metadata.claimAlone?.())?.release()
    expect(await fixture.sql('SELECT id FROM $schema.open_stores')).toHaveLength(1)
  })

  it('counts a store that stays open for longer, because each minute renews it', async () => {
    const fixture = fixtureOfTest()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const [staying, other] = [await fixture.open(), await fixture.open()]
    await fixture.sql(`UPDATE $schema.open_stores SET until = now() - interval '1 second'`)
    vi.advanceTimersByTime(60_000)
    const isOpen = async () =>
      (await fixture.sql('SELECT id FROM $schema.open_stores WHERE until > now()')).length
    await expect.poll(isOpen, { timeout: 60_000 }).toBe(2)
    await expect(staying.claimAlone?.()).rejects.toMatchObject({ code: 'unavailable' })
    await Promise.all([staying.close(), other.close()])
  })

  it('lets a store open once the claim of a killed process has ended', async () => {
    const fixture = fixtureOfTest()
    await (await fixture.open()).close()
    await fixture.sql(`INSERT INTO $schema.open_stores (id, alone, until)
      VALUES (gen_random_uuid(), true, now() + interval '3 minutes')`)
    await expect(fixture.open()).rejects.toMatchObject({ code: 'unavailable' })
    await fixture.sql(`UPDATE $schema.open_stores SET until = now() - interval '1 second'`)
    await (await fixture.open()).close()
  })
})
