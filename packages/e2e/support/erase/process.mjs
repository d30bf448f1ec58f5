// Run as a process of its own: node process.mjs <place> <tenant> <steps>. Erases the tenant, and kills itself after so many
// steps; 0 for never. Says how many steps an erasure that came to its end took.
import { openPlace } from '../folders/places.mjs'

const [place, tenant, last] = process.argv.slice(2)
const store = await openPlace(JSON.parse(place), { audit: true })
process.send('running')
let steps = 0
await store.admin.tenants.erase(tenant, {
  confirm: tenant,
  onProgress() {
    steps += 1
    if (steps === Number(last)) process.kill(process.pid, 'SIGKILL')
  },
})
await store.close()
process.send({ steps }, () => process.disconnect())
