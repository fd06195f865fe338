/**
 * How strong each wave of a square is, in half of a spectrum: `edge / 2 + 1` columns of waves from left to right, `edge` rows of
 * those from top to bottom, those that run upwards last. The square fades towards its edges, which would be waves themselves.
 */
export function powerOf(square: Float64Array, edge: number): Float64Array {
  const mean = square.reduce((sum, value) => sum + value, 0) / square.length
  const fade = Float64Array.from({ length: edge }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / edge))
  const real = square.map(
    (value, at) => (value - mean) * (fade[at % edge] ?? 0) * (fade[Math.floor(at / edge)] ?? 0),
  )
  const imaginary = new Float64Array(square.length)
  for (let row = 0; row < edge; row++)
    transform(real.subarray(row * edge, (row + 1) * edge), imaginary.subarray(row * edge, (row + 1) * edge))
  const half = edge / 2 + 1
  const power = new Float64Array(half * edge)
  for (let x = 0; x < half; x++) {
    const [columnReal, columnImaginary] = [new Float64Array(edge), new Float64Array(edge)]
    for (let y = 0; y < edge; y++) {
      columnReal[y] = real[y * edge + x] ?? 0
      columnImaginary[y] = imaginary[y * edge + x] ?? 0
    }
    transform(columnReal, columnImaginary)
    for (let y = 0; y < edge; y++)
      power[y * half + x] = (columnReal[y] ?? 0) ** 2 + (columnImaginary[y] ?? 0) ** 2
  }
  return power
}

/** The fast Fourier transform of Cooley and Tukey, in place; the length is a power of two. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real
  for (let at = 1, other = 0; at < length; at++) {
    let bit = length >> 1
    for (; other & bit; bit >>= 1) other ^= bit
    other ^= bit
    if (at >= other) continue
    swap(real, at, other)
    swap(imaginary, at, other)
  }
  for (let size = 2; size <= length; size *= 2) {
    const angle = (-2 * Math.PI) / size
    for (let step = 0; step < size / 2; step++) {
      const [cos, sin] = [Math.cos(angle * step), Math.sin(angle * step)]
      for (let at = step; at < length; at += size) {
        const to = at + size / 2
        const [r, i] = [real[to] ?? 0, imaginary[to] ?? 0]
        const [turnedReal, turnedImaginary] = [r * cos - i * sin, r * sin + i * cos]
        real[to] = (real[at] ?? 0) - turnedReal
        imaginary[to] = (imaginary[at] ?? 0) - turnedImaginary
        real[at] = (real[at] ?? 0) + turnedReal
        imaginary[at] = (imaginary[at] ?? 0) + turnedImaginary
      }
    }
  }
}

function swap(values: Float64Array, a: number, b: number): void {
  const value = values[a] ?? 0
  values[a] = values[b] ?? 0
  values[b] = value
}
