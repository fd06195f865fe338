/** The link to the privacy policy, which leaves the journey where it is. */
export function PrivacyPolicy() {
  return (
    <a href="/privacy" target="_blank" rel="noreferrer">
      privacy policy
    </a>
  )
}
