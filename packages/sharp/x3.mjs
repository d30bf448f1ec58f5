import { spawn } from 'node:child_process'

const code = `process.on('message',m=>{process.send(m.bytes?{bytes:m.bytes.subarray(0,8000)}:m)})`
const c = spawn(process.execPath, ['--input-type=commonjs', '-'], {
  stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  serialization: 'advanced',
})
c.stdin.end(code)
const call = (m) =>
  new Promise((r) => {
    c.once('message', r)
    c.send(m)
  })
let s = performance.now()
await call({ a: 1 })
console.log('start', performance.now() - s)
for (const size of [100, 20e3, 250e3, 3e6]) {
  const b = Buffer.alloc(size, 7)
  const n = size > 1e6 ? 20 : 200
  s = performance.now()
  const cpu = process.cpuUsage()
  for (let i = 0; i < n; i++) await call({ bytes: b })
  const d = process.cpuUsage(cpu)
  console.log(
    size,
    ((performance.now() - s) / n).toFixed(2),
    'ms; parent cpu ms',
    ((d.user + d.system) / 1000 / n).toFixed(2),
  )
}
// chunked 256K
{
  const b = Buffer.alloc(262144, 7)
  s = performance.now()
  for (let k = 0; k < 20; k++) {
    for (let i = 0; i < 11; i++) c.send({ x: b })
    await call({ bytes: b })
  }
  console.log('3MB chunked, echo', (performance.now() - s) / 20)
}
c.disconnect()
