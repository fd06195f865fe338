import { expect, test } from 'vitest'
import { fileSize } from './check-file.ts'

test.each([
  [4, '4 bytes'],
  [700_416, '684 KB'],
  [1_048_400, '1.0 MB'],
  [2_516_582, '2.4 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
