import { expect, test } from 'vitest'
import { type Chosen, filesOfDrop, filesOfInput } from './collect.ts'

const found = ({ files }: Chosen) =>
  files.map(({ file, folders }) => [...folders, file.name].join('/'))

test('an input says the folders of a file by its path', () => {
  const chosen = ['Trip/a.txt', 'Trip/Day 1/b.txt', 'Trip/.DS_Store', ''].map((path) =>
    Object.assign(new File(['a'], path.split('/').at(-1) || 'alone.txt'), {
      webkitRelativePath: path,
    }),
  )
  expect(found(filesOfInput(chosen))).toEqual(['Trip/a.txt', 'Trip/Day 1/b.txt', 'alone.txt'])
  expect(filesOfInput(chosen).leftOut).toBe(1)
})

test('a dropped folder gives what is in it, however many at a time', async () => {
  const file = (name: string) => ({
    isFile: true,
    name,
    file: (done: (file: File) => void) => done(new File(['a'], name)),
  })
  const folder = (name: string, children: readonly object[]) => ({
    isDirectory: true,
    name,
    createReader: () => {
      const batches = children.map((child) => [child])
      return {
        readEntries: (done: (batch: readonly object[]) => void) => done(batches.shift() ?? []),
      }
    },
  })
  const deep = folder('Day 1', [file('b.txt')])
  const entries = [folder('Trip', [file('a.txt'), deep, file('c.txt')]), file('d.txt')]
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
  const dropped = { items, files: [] } as unknown as DataTransfer
  expect(found(await filesOfDrop(dropped))).toEqual([
    'Trip/a.txt',
    'Trip/Day 1/b.txt',
    'Trip/c.txt',
    'd.txt',
  ])
})
