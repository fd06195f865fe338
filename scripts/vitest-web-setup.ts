import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Without vitest's globals the testing library can't register this itself.
afterEach(cleanup)

// A busy machine takes longer than the second that what comes next is waited for otherwise.
configure({ asyncUtilTimeout: 10_000 })
