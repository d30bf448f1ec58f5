import { film, pdf, tone } from './documents.mjs'
import { landscape } from './pictures.mjs'

const PLACES = ['Lake', 'Ridge', 'Valley', 'Harbour', 'Forest', 'Island', 'Pass', 'Meadow']

/** What takes long to make of it. */
export async function makeContents(browser, { count = 40 } = {}) {
  const pictures = Promise.all(Array.from({ length: count }, (_, number) => landscape(number)))
  return { clip: await film(browser), pictures: await pictures }
}

/** What a store of a small team looks like: pictures, films, songs, papers; folders, tags and favourites. */
export async function fillLibrary(store, { clip, pictures }) {
  const trips = await store.folders.create({ name: 'Trips' })
  const year = await store.folders.create({ name: '2026', parentId: trips.id })
  const papers = await store.folders.create({ name: 'Papers' })
  await store.folders.create({ name: 'Empty folder' })
  const others = [
    ['Clip.webm', clip, null],
    ['Song.wav', tone(5), null],
    ['Contract.pdf', pdf('A contract of nothing'), papers.id],
    ['Notes.txt', Buffer.from('# Notes\n\nFirst line.\nA second one.\n'), papers.id],
    ['Prices.csv', Buffer.from('name,price\nlamp,12.50\nchair,80.00\n'), papers.id],
    ['Settings.json', Buffer.from('{"theme":"dark","size":14}\n'), papers.id],
  ]
  for (const [name, content, folderId] of others) await store.upload(content, { name, folderId })
  for (const [number, content] of pictures.entries()) {
    const name = `${PLACES[number % PLACES.length]} ${number + 1}.jpg`
    const asset = await store.upload(content, {
      name,
      folderId: number % 4 === 0 ? year.id : null,
      tags: [['beach', 'mountains', 'city'][number % 3], ...(number % 5 === 0 ? ['print'] : [])],
      ...(number % 6 === 0 && {
        title: name.replace('.jpg', ''),
        alt: { en: 'Hills behind each other, paler the farther they are' },
      }),
    })
    if (number % 7 === 0) await store.select(asset.id).setFavourite(true)
  }
  return { trips, year, papers, total: pictures.length + others.length }
}

/** Very many small files of few contents, some upright and some not. */
export async function fillMany(store, count) {
  const contents = await Promise.all(
    Array.from({ length: 24 }, (_, number) =>
      landscape(
        number,
        [
          [120, 80],
          [80, 120],
          [100, 100],
          [160, 90],
        ][number % 4],
      ),
    ),
  )
  const text = Buffer.from('A line of text.\n')
  let next = 0
  const fill = async () => {
    while (next < count) {
      const number = next
      next += 1
      const isText = number % 10 === 9
      const source = isText ? text : contents[number % contents.length]
      await store.upload(source, {
        name: `File ${String(number).padStart(6, '0')}.${isText ? 'txt' : 'jpg'}`,
      })
    }
  }
  await Promise.all(Array.from({ length: 16 }, fill))
}
