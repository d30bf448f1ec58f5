// Run as a separate process: makes the load that its one argument describes in JSON. Prints as JSON how many answers
// had which status.
import autocannon from 'autocannon'

const { url, method, headers, body, status, amount, connections } = JSON.parse(process.argv[2])
const { statusCodeStats, errors } = await autocannon({
  url,
  method,
  headers,
  amount,
  connections,
  ...(body && { body: Buffer.from(body, 'base64') }),
})
const right = statusCodeStats[status]?.count ?? 0
console.log(JSON.stringify({ right, errors, statusCodeStats }))
