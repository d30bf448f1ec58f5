/**
 * Mean structural similarity of the lightness of two pictures of one size (Wang et al., 2004), over windows
 * of 8 × 8, four pixels apart. 1 is the same.
 */
export async function likeness(one, other) {
  return ssim(await lightOf(one), await lightOf(other))
}

async function lightOf(picture) {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

function ssim(one, other) {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  let sum = 0
  let windows = 0
  for (let top = 0; top + 8 <= one.height; top += 4) {
    for (let left = 0; left + 8 <= one.width; left += 4) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
      for (let pixel = 0; pixel < 64; pixel++) {
        const at = (top + (pixel >> 3)) * one.width + left + (pixel & 7)
        const x = one.data[at * one.channels]
        const y = other.data[at * other.channels]
        a += x / 64
        b += y / 64
        aa += (x * x) / 64
        bb += (y * y) / 64
        ab += (x * y) / 64
      }
      const alike = (2 * a * b + c1) * (2 * (ab - a * b) + c2)
      sum += alike / ((a * a + b * b + c1) * (aa - a * a + bb - b * b + c2))
      windows += 1
    }
  }
  return sum / windows
}
