import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Io } from '../io/io.ts'
import { confirm, confirmByName } from './confirm.ts'

describe('confirmByName', () => {
  const { signal } = new AbortController()
  const terminal = (answer: string) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    const stderr = Object.assign(new PassThrough(), { isTTY: true })
    stdin.write(answer)
    return { stdin, stdout: new PassThrough(), stderr, env: {} } as unknown as Io
  }

  it.each([
    ['acme\n', true],
    ['y\n', false],
    ['\n', false],
    ['Acme\n', false],
  ])('takes %j for %s', async (answer, agreed) => {
    const asking = { io: terminal(answer), signal, hasDryRun: true }
    expect(await confirmByName(asking, 'Erase?', 'acme')).toBe(agreed)
  })
})

describe('confirm', () => {
  it.each([
    [true, 'Go on? No terminal can answer here: give --yes, or look first with --dry-run.'],
    [false, 'Go on? No terminal can answer here: give --yes.'],
  ])(
    'without a terminal, names --dry-run only if the command has it: %s',
    async (hasDryRun, message) => {
      const io = { stdin: new PassThrough(), stderr: new PassThrough() } as unknown as Io
      const { signal } = new AbortController()
      await expect(confirm({ io, signal, hasDryRun }, 'Go on?')).rejects.toMatchObject({ message })
    },
  )
})
