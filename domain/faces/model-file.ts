import type { Model, Weights } from './network.ts'

/** One entry of a manifest; for values stored as bytes, with the conversion to numbers. */
interface ManifestEntry {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: string; scale: number; min: number }
}
export type Manifest = readonly { weights: readonly ManifestEntry[] }[]

/**
 * Reads a model from its manifest and its file of consecutive numbers. Throws if the file is truncated or of another
 * kind.
 */
export function readModel(manifest: Manifest, file: Uint8Array): Model {
  const all = new Map<string, Weights>()
  let at = 0
  for (const { name, shape, dtype, quantization } of manifest.flatMap(({ weights }) => weights)) {
    const length = shape.reduce((product, side) => product * side, 1)
    const bytes = quantization ? length : length * 4
    if (at + bytes > file.length || dtype !== 'float32' || (quantization && quantization.dtype !== 'uint8'))
      throw new Error(`The model has no readable weights ${name}`)
    all.set(name, { shape, values: valuesOf(file.subarray(at, at + bytes), quantization) })
    at += bytes
  }
  if (at !== file.length) throw new Error('The model is longer than its manifest says')
  return (name) => {
    const weights = all.get(name)
    if (!weights) throw new Error(`The model has no weights ${name}`)
    return weights
  }
}

function valuesOf(bytes: Uint8Array, quantization: ManifestEntry['quantization']): Float32Array {
  if (quantization) {
    const { scale, min } = quantization
    return Float32Array.from(bytes, (byte) => byte * scale + min)
  }
  // A copy, because floats must be aligned to four bytes.
  return new Float32Array(new Uint8Array(bytes).buffer)
}
