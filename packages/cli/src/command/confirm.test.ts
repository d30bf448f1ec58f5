import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Io } from '../io/io.ts'
import { confirmByName } from './confirm.ts'

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
    expect(await confirmByName(terminal(answer), 'Erase?', 'acme', signal)).toBe(agreed)
  })
})
