import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Without vitest's globals the testing library can't register this itself.
afterEach(cleanup)
