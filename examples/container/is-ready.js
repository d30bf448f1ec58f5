// The container's health check: ends with 0 when the service answers that it is ready.
//
//   node is-ready.js PORT
const url = `http://127.0.0.1:${process.argv[2]}/api/v1/health/ready`
try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(4_000) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
