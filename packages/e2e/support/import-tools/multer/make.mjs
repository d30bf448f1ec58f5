// The uploads of an app with Express and multer: `node make.mjs FILES` in the folder of the app posts the files that FILES
// lists, and writes library.json: the rows of the app's table, and what it answers with at each URL.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import express from 'express'
import multer from 'multer'

const database = new Database('app.db')
database.exec(`CREATE TABLE files (id INTEGER PRIMARY KEY, filename TEXT, originalname TEXT, size INTEGER,
  created_at TEXT DEFAULT CURRENT_TIMESTAMP)`)
const insert = database.prepare('INSERT INTO files (filename, originalname, size) VALUES (?, ?, ?)')

const app = express()
app.use('/uploads', express.static('uploads'))
app.post('/', multer({ dest: 'uploads' }).single('file'), ({ file }, response) => {
  const { lastInsertRowid } = insert.run(file.filename, file.originalname, file.size)
  response.json({ id: lastInsertRowid })
})
const server = app.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const origin = `http://127.0.0.1:${server.address().port}`

const files = []
for (const { path, name, type } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const body = new FormData()
  body.append('file', new Blob([readFileSync(path)], { type }), name)
  const { id } = await (await fetch(origin, { method: 'POST', body })).json()
  const row = database.prepare('SELECT * FROM files WHERE id = ?').get(id)
  const answer = await fetch(`${origin}/uploads/${row.filename}`)
  if (answer.status !== 200) throw new Error(`${row.filename} answers ${answer.status}`)
  files.push({
    externalId: row.filename,
    name,
    createdAt: `${row.created_at.replace(' ', 'T')}Z`,
    sha256: createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex'),
    urls: [`/uploads/${row.filename}`],
  })
}
server.close()
const { version } = JSON.parse(readFileSync('node_modules/multer/package.json', 'utf8'))
writeFileSync('library.json', JSON.stringify({ version, files }))
