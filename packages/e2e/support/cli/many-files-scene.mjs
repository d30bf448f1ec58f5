// 10,000 files with the bar, in a terminal: how long it takes, and how much memory.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { plain, runInTerminal } from './command.mjs'
import { countIn, makeFiles } from './files.mjs'

const COUNT = 10_000
/** Bytes. Node itself takes some 60 MB. */
const MOST_MEMORY = 400e6

export async function manyFilesScene({ report, directory }) {
  const files = path.join(directory, 'many')
  const media = path.join(directory, 'many-media')
  const peakFile = path.join(directory, 'peak')
  await makeFiles(files, COUNT)
  const started = performance.now()
  const { exitCode, stdout } = await runInTerminal(['import', files, '--directory', media], {
    env: { NODE_OPTIONS: `--import=${new URL('peak.mjs', import.meta.url)}`, PEAK_FILE: peakFile },
  })
  const seconds = (performance.now() - started) / 1000
  const peak = Number(await readFile(peakFile, 'utf8'))
  const store = await openAssetStore({ directory: media, advanced: { sweepEveryMs: false } })
  const { assets, distinct } = await countIn(store).finally(() => store.close())
  const bars = plain(stdout).match(/[█░]{24}[^█░]*/g) ?? []
  report.check(
    '10,000 files are imported with the bar',
    exitCode === 0 && assets === COUNT && distinct === COUNT && bars.length > 0,
    `${seconds.toFixed(1)} s, ${Math.round(COUNT / seconds)} files/s, at most ${Math.round(peak / 1e6)} MB of memory`,
  )
  report.check(
    'the bar says how many, how fast, and how long it will take',
    bars.some((bar) => /\d+ % +[\d,]+\/10,000 +.*B\/.*B +.*B\/s +.* left/.test(bar)),
    bars.at(-2)?.trim(),
  )
  report.check('memory stays small', peak < MOST_MEMORY)
}
