import { SlotUpload } from '../steps/slot-upload.tsx'

/** One more document about the company, which may be left out (onboarding §3, Business form). */
export function AdditionalDocument() {
  return (
    <div className="mt-10">
      <SlotUpload
        slot="other"
        level={2}
        label="Additional Document (optional)"
        description="What helps us to check the company, for example its certificate of incorporation"
      />
    </div>
  )
}
