import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { FacePicture } from '#domain/faces/face-picture.ts'
import { type Manifest, readModel } from '#domain/faces/model-file.ts'
import type { Model } from '#domain/faces/network.ts'
import { countFaces, findFaces } from '#domain/faces/selfie-faces.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { drawnPhoto, FIRST_LOOK, OTHER_LOOK } from '#server/testing/specimens/drawn-face.ts'
import { loadFaceModel } from './face-models.ts'
import { FaceReader } from './face-reader.ts'

let model: Model
beforeAll(async () => {
  model = await loadFaceModel('tiny_face_detector_model')
})
const reader = new FaceReader()
atEndOfFile(() => reader.close())

async function dotsOf(photo: Buffer, degrees = 0): Promise<FacePicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(photo)
    .rotate(degrees)
    .resize(480, 480, { fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: 3 }
}

test('a drawn face is found at its place and size', async () => {
  const [face] = findFaces(model, await dotsOf(drawnPhoto([FIRST_LOOK])), 224, 0.5)
  const middle = face && { x: face.left + face.width / 2, y: face.top + face.height / 2 }
  expect(middle?.x).toBeGreaterThan(172)
  expect(middle?.x).toBeLessThan(212)
  expect(middle?.y).toBeGreaterThan(200)
  expect(middle?.y).toBeLessThan(280)
  expect(face?.width).toBeGreaterThan(150)
})

test.each([
  ['one face', drawnPhoto([FIRST_LOOK]), 0, 1, 0],
  ['someone else, farther away', drawnPhoto([OTHER_LOOK], { share: 0.4 }), 0, 1, 0],
  ['a dim one', drawnPhoto([FIRST_LOOK], { light: 0.6 }), 0, 1, 0],
  ['two', drawnPhoto([FIRST_LOOK, OTHER_LOOK], { width: 1000, share: 0.4 }), 0, 2, 0],
  ['nobody', drawnPhoto([]), 0, 0, 0],
  ['one in a picture that lies on its side', drawnPhoto([FIRST_LOOK]), 90, 1, 270],
  ['one on its other side', drawnPhoto([FIRST_LOOK]), 270, 1, 90],
])('%s', async (_, photo, degrees, count, turned) => {
  expect(countFaces(model, await dotsOf(photo, degrees))).toMatchObject({ count, turned })
})

test('the process counts one picture after the other, and finds no face in what is not a picture', async () => {
  expect(await reader.count(drawnPhoto([FIRST_LOOK]))).toMatchObject({ faces: { count: 1 } })
  expect(await reader.count(Buffer.from('no picture'))).toBeNull()
  expect(await reader.count(drawnPhoto([]))).toMatchObject({ faces: { count: 0, largest: null } })
})

test('a process that takes too long, or too much memory, is stopped', async () => {
  for (const limit of [{ timeLimitMs: 1 }, { memoryLimitBytes: 1 }]) {
    const small = new FaceReader(limit)
    expect(await small.count(drawnPhoto([FIRST_LOOK]))).toBeNull()
    await small.close()
  }
})

test('a missing, truncated or different model is not accepted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-model-'))
  await expect(loadFaceModel('tiny_face_detector_model', folder)).rejects.toThrow()
  const source = join(import.meta.dirname, '../../../node_modules/@vladmandic/face-api/model')
  const file = 'tiny_face_detector_model'
  const [manifest, numbers] = await Promise.all([
    readFile(join(source, `${file}-weights_manifest.json`), 'utf8'),
    readFile(join(source, `${file}.bin`)),
  ])
  await writeFile(join(folder, `${file}-weights_manifest.json`), manifest)
  await writeFile(join(folder, `${file}.bin`), numbers.subarray(0, 1000))
  await expect(loadFaceModel(file, folder)).rejects.toThrow('no readable weights')
  const longer = Buffer.concat([numbers, Buffer.alloc(8)])
  expect(() => readModel(JSON.parse(manifest) as Manifest, longer)).toThrow('longer')
  expect(() => model('conv9/filters')).toThrow('no weights conv9/filters')
})
