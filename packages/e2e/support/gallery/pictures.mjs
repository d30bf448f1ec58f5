import { seededRandom } from '@stowage/testing/seeds'
import sharp from 'sharp'

const SHAPES = [
  [1200, 800],
  [800, 1200],
  [1000, 1000],
  [1600, 900],
  [1500, 600],
  [900, 1200],
]

/** A landscape as JPEG, with hills, a sun or a moon: another one for each number, the same for the same. */
export async function landscape(number, [width, height] = SHAPES[number % SHAPES.length]) {
  return sharp(Buffer.from(drawing(number, width, height)))
    .jpeg({ quality: 82 })
    .toBuffer()
}

function drawing(number, width, height) {
  const random = seededRandom(number + 1)
  const hue = Math.floor(random() * 360)
  const night = random() < 0.25
  const sky = night ? [12, 28] : [78, 90]
  const sun = { x: width * (0.2 + random() * 0.6), y: height * (0.2 + random() * 0.25) }
  const layers = 4 + Math.floor(random() * 3)
  const hills = Array.from({ length: layers }, (_, layer) => {
    const far = layer / layers
    const light = night ? 22 - far * 16 : 66 - far * 48
    const base = height * (0.45 + far * 0.45)
    return `<path fill="hsl(${hue + far * 50} ${30 + far * 20}% ${light}%)" d="${ridge(random, base)}"/>`
  })
  function ridge(next, base) {
    const steps = 7
    const points = Array.from({ length: steps + 1 }, (_, step) => [
      (width * step) / steps,
      base - next() * height * 0.22,
    ])
    const curve = points.slice(1).map(([x, y], at) => {
      const [beforeX, beforeY] = points[at]
      const middle = (beforeX + x) / 2
      return `C${middle} ${beforeY} ${middle} ${y} ${x} ${y}`
    })
    return `M0 ${height}L0 ${points[0][1]}${curve.join('')}L${width} ${height}Z`
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">` +
    `<stop offset="0" stop-color="hsl(${hue + 200} 60% ${sky[0] - 14 * !night}%)"/>` +
    `<stop offset="1" stop-color="hsl(${hue + 20} 70% ${sky[1]}%)"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>` +
    `<circle cx="${sun.x}" cy="${sun.y}" r="${Math.min(width, height) * 0.09}" ` +
    `fill="${night ? '#f4f1de' : '#fff3c4'}" opacity="0.95"/>${hills.join('')}</svg>`
  )
}
