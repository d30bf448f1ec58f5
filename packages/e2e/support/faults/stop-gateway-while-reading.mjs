/**
 * Stops the gateway of a bucket while each instance sends a large file, and starts it again. No client reads before it is
 * gone, so `asset` must be larger than the buffers in between. Resolves to how each file ended for its client.
 */
export async function stopGatewayWhileReading({ connections, instances, ceph, asset }) {
  let goOn
  const stopped = new Promise((resolve) => {
    goOn = resolve
  })
  const reads = []
  const begun = instances.map(
    (_, index) =>
      new Promise((resolve) => {
        const onBegin = () => {
          resolve()
          return stopped
        }
        reads.push(connections.sendTo(index, asset.route, { onBegin }).finally(resolve))
      }),
  )
  await Promise.all(begun)
  await ceph.stopGateway()
  goOn()
  const ends = (await Promise.all(reads)).map(({ status }) => status)
  await ceph.startGateway()
  return ends
}
