// Kills commands in the middle of their work, as their own progress says that they are there.
import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { start } from './command.mjs'

/** Milliseconds between looks at what a command has written. */
const LOOK_EVERY = 5

/** Runs a command, and kills it once it has said so many lines. Resolves to whether it was killed before its end. */
export async function killedAtLines(args, lines) {
  const { child, result } = start(args)
  let seen = 0
  child.stdout.on('data', (text) => {
    seen += text.split('\n').length - 1
    if (seen >= lines) child.kill('SIGKILL')
  })
  return (await result).signal === 'SIGKILL'
}

/**
 * Runs a command `kills` times, and kills it each time once its destination has so many more files than before: all
 * kills together take it to some two thirds of `total`. Resolves to where it was killed. On a busy machine the command
 * may come to its end before it is killed: then `isOver`, and there are fewer.
 */
export async function killedAtFiles(args, { directory, total, kills }) {
  const places = []
  for (let round = 0; round < kills; round += 1) {
    const before = await filesIn(directory)
    const after = before + Math.ceil(((0.3 + Math.random() * 0.7) * total * 2) / 3 / kills)
    const place = await killedAt(args, directory, after)
    if (place === null) return { places, isOver: true }
    places.push(place)
  }
  return { places, isOver: false }
}

/** How many files there were when it was killed; `null` when it came to its end. */
async function killedAt(args, directory, files) {
  const { child, result } = start(args)
  let isOver = false
  const ended = result.finally(() => {
    isOver = true
  })
  while (!isOver && (await filesIn(directory)) < files) await pause(LOOK_EVERY)
  child.kill('SIGKILL')
  return (await ended).signal === 'SIGKILL' ? filesIn(directory) : null
}

/** Files of the store in a folder, whole or not. */
async function filesIn(directory) {
  // Folders come and go while they are listed.
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}
