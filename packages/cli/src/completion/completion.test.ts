import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runCli } from '../testing/run-cli.fixture.ts'

/** What bash completes behind these words. */
function completed(script: string, words: readonly string[]): string[] {
  const line = `${script}
COMP_WORDS=(stowage "$@"); COMP_CWORD=$#; _stowage; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', line, 'bash', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter((word) => word !== '')
}

describe('completion', () => {
  it('completes verbs, options and values in bash', async () => {
    const { stdout, exitCode } = await runCli(['completion', 'bash'])
    expect(exitCode).toBe(0)
    expect(completed(stdout, ['l'])).toEqual(['ls'])
    expect(completed(stdout, ['keys', ''])).toEqual(expect.arrayContaining(['create', 'revoke']))
    expect(completed(stdout, ['ls', '--tr'])).toEqual(['--trashed'])
    expect(completed(stdout, ['--json', 'ls', '--tr'])).toEqual(['--trashed'])
    expect(completed(stdout, ['keys', 'create', '--perm'])).toEqual(['--permissions'])
    expect(completed(stdout, ['ls', '--type', 'im'])).toEqual(['image'])
    expect(completed(stdout, ['events', '--type', 'asset.pu'])).toEqual(['asset.purged'])
    expect(completed(stdout, ['ls', '--directory', ''])).toEqual([])
  })

  it.each(['bash', 'zsh', 'fish'])('names every verb for %s', async (shell) => {
    const { stdout, exitCode } = await runCli(['completion', shell])
    expect(exitCode).toBe(0)
    for (const verb of ['ls', 'show', 'get', 'trash', 'purge', 'usage']) {
      expect(stdout).toMatch(new RegExp(`['\\s]${verb}[':\\s]`))
    }
  })

  it('knows no other shell', async () => {
    expect(await runCli(['completion', 'cmd'])).toMatchObject({ exitCode: 2, stdout: '' })
  })
})
