import { execFile, spawnSync } from 'node:child_process'
import { appendFile, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const SIGNALS = ['SIGINT', 'SIGTERM']
const run = promisify(execFile)
const MIB = 1024 ** 2
const SIZE = 24 * MIB
/** A volume that has fewer names left runs out of them first. */
const FEW = 1000
/** Bytes of a page of memory. */
const PAGE = 4096

/** Ways to make a file system that is soon full. */
export const VOLUMES = {
  tmpfs: (at) => run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', at]),
  async ext4(at, beside) {
    const image = `${beside}.img`
    await run('truncate', ['-s', String(SIZE), image])
    await run('mkfs.ext4', ['-q', '-m', '0', image])
    await run('mount', ['-o', 'loop', image, at])
  },
  'tmpfs with few files': (at) =>
    run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},nr_inodes=140`, 'tmpfs', at]),
}

/** Calls `body` with a volume of that kind; `null` when nothing may be mounted here. */
export async function withVolume(top, kind, body) {
  const at = path.join(top, 'volume')
  await mkdir(at)
  try {
    await VOLUMES[kind](at, at)
  } catch (error) {
    await rm(at, { recursive: true })
    return { impossible: String(error.stderr || error.message).trim() }
  }
  const unmount = () => {
    spawnSync('umount', ['-l', at])
    process.exit(1)
  }
  for (const signal of SIGNALS) process.on(signal, unmount)
  try {
    return { result: await body(createVolume(at)) }
  } finally {
    for (const signal of SIGNALS) process.off(signal, unmount)
    await run('umount', [at]).catch(() => run('umount', ['-l', at]))
    await rm(at, { recursive: true })
    await rm(`${at}.img`, { force: true })
  }
}

function createVolume(at) {
  const ballast = path.join(at, 'ballast')
  return {
    at,
    async free() {
      const { bavail, bsize, ffree, files } = await statfs(at)
      return { bytes: bavail * bsize, names: files === 0 ? Number.POSITIVE_INFINITY : ffree }
    },
    /** Something else takes all but that much, and where names are few, all but so many of them. */
    async leave(bytes, names) {
      const free = await this.free()
      await mkdir(ballast, { recursive: true })
      const surplus = Math.max(0, free.bytes - bytes)
      await writeFile(path.join(ballast, 'large'), Buffer.alloc(surplus))
      for (let count = free.names - 3; free.names < FEW && count > names; count -= 1) {
        await writeFile(path.join(ballast, String(count)), '')
      }
    },
    /** It takes still more, a little at a time, until no more than that is left. */
    async leaveOnly(bytes) {
      const some = Buffer.alloc(1024)
      try {
        while ((await this.free()).bytes > bytes) await appendFile(path.join(ballast, 'more'), some)
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error
      }
    },
    /** Where names are few, it takes still more of them, until no more than that are left. */
    async leaveNames(names) {
      for (let { names: free } = await this.free(); free < FEW && free > names; free -= 1) {
        await writeFile(path.join(ballast, `name-${free}`), '')
      }
    },
    async hasSmallBlocks() {
      return (await statfs(at)).bsize < PAGE
    },
    /** Small files with gaps between them, and in the gaps one whose own tables have to come from the reserve. */
    async fillBrokenly() {
      await mkdir(ballast, { recursive: true })
      const small = Array.from({ length: 4000 }, (_, index) => path.join(ballast, `small-${index}`))
      for (const file of small) await writeFile(file, Buffer.alloc(1024))
      await untilFull(path.join(ballast, 'rest'))
      for (let index = 0; index < small.length; index += 2) await rm(small[index])
      await run('sync', ['-f', at])
      await untilFull(path.join(ballast, 'broken'))
      await run('sync', ['-f', at])
    },
    makeRoom: () => rm(ballast, { recursive: true }),
  }
}

/** Appends until nothing more goes in. */
async function untilFull(file) {
  for (const size of [MIB, 1024]) {
    try {
      for (;;) await appendFile(file, Buffer.alloc(size))
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
    }
  }
}
