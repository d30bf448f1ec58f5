import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { openAssetStore } from '@stowage/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf, runCli } from '../testing/run-cli.fixture.ts'
import { runCommand } from './run-command.ts'

describe('stowage', () => {
  let directory: string
  let media: string

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'stowage-cli-'))
    media = path.join(directory, 'media')
    const store = await openAssetStore({ directory: media, advanced: { sweepEveryMs: false } })
    await store.upload(Buffer.from('hello'), { name: 'hello.txt' })
    await store.close()
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  it('says what there is, on stdout alone', async () => {
    const { exitCode, stdout, stderr } = await runCli(['usage', '--directory', media])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^1 file, 5 B\nTYPE +FILES +SIZE\ndocument +1 +5 B\n$/)
  })

  it('takes the place from the environment, and options on either side of the verb', async () => {
    const env = { STOWAGE_DIRECTORY: media }
    for (const args of [
      ['--json', 'usage'],
      ['usage', '--json'],
    ]) {
      const { exitCode, stdout } = await runCli(args, { env })
      expect(exitCode).toBe(0)
      expect(objectsOf(stdout)).toMatchObject([{ assets: 1, bytes: 5 }])
    }
  })

  it('says which folder holds no store, and makes none', async () => {
    const nowhere = path.join(directory, 'nowhere')
    const { exitCode, stdout, stderr } = await runCli(['usage', '-d', nowhere])
    expect([exitCode, stdout]).toEqual([3, ''])
    expect(stderr).toContain(`${nowhere} holds no store.`)
  })

  it.each([
    ['EPIPE', 0, ''],
    ['ENOSPC', 1, 'The output could not be written: no room'],
  ])('ends when stdout fails with %s', async (code, exitCode, words) => {
    const written: string[] = []
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('no room'), { code })),
    })
    const stderr = new Writable({
      write: (chunk, _encoding, done) => done(void written.push(String(chunk))),
    })
    const signals = new EventEmitter()
    const io = { stdin: Readable.from([]), stdout, stderr, env: {}, signals }
    expect(await runCommand({ args: ['usage', '-d', media], ...io })).toBe(exitCode)
    expect(written.join('')).toContain(words)
  })

  it('cannot reach a service that is not there', async () => {
    const { exitCode, stderr } = await runCli([
      'usage',
      '--url',
      'http://127.0.0.1:9',
      '--key',
      'x',
    ])
    expect(exitCode).toBe(3)
    expect(stderr).toContain('The service does not answer')
  })

  it.each([
    [['nonsense'], /unknown command 'nonsense'/],
    [['usage', '--nonsense'], /unknown option '--nonsense'/],
    [['usage', '--url', 'ftp://x'], /must begin with https/],
    [['usage', '--url', 'http://x', '-d', 'y'], /Give one of them/],
    [['usage', '--key', 'y'], /say which with --url/],
    [['usage', '--json', '--quiet'], /exclude each other/],
    [[], /Usage: stowage/],
  ])('refuses %j as wrong usage', async (args, words) => {
    const { exitCode, stderr } = await runCli(args)
    expect(stderr).toMatch(words)
    expect(exitCode).toBe(2)
  })

  it('names the variable that is wrong', async () => {
    const { exitCode, stderr } = await runCli(['ls'], { env: { STOWAGE_URL: 'ftp://x' } })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('STOWAGE_URL must begin')])
  })

  it.each([
    [['nonsense'], /^unknown command 'nonsense'/],
    [['ls', '--nonsense'], /^unknown option '--nonsense'/],
    [['ls', '--limit', 'x'], /whole number/],
    [['get'], /^Say which files/],
    [['ls', '--url', 'ftp://x'], /must begin with https/],
    [[], /^Name a command/],
  ])('tells programs of %j in an object', async (args, words) => {
    const { exitCode, stdout, stderr } = await runCli([...args, '--json'])
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(objectsOf(stderr)).toEqual([{ error: expect.stringMatching(words) }])
  })
})
