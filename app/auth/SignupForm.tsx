import { AUTH_PATHS, NAME_LENGTH_MAX } from '#contract/auth.ts'
import { paths } from '#app/paths.ts'
import { Field } from '#app/ui/Field.tsx'
import { AuthForm } from './AuthForm.tsx'
import { PasswordField } from './PasswordField.tsx'
import { GOOGLE_ERROR_TEXT, signUpErrorText } from './texts.ts'

export default function SignupForm() {
  return (
    <AuthForm
      title="Create your account"
      submitPath={AUTH_PATHS.signUp}
      errorText={signUpErrorText}
      submit={{ label: 'Sign up', busyLabel: 'Creating account...' }}
      google={{ label: 'Sign up with Google', errorText: GOOGLE_ERROR_TEXT.signup }}
      pagePath={paths.signup}
      instead={{ question: 'Already have an account?', label: 'Sign in', to: paths.login }}
    >
      <Field label="Full Name" name="name" autoComplete="name" required maxLength={NAME_LENGTH_MAX} />
      <Field label="Email" name="email" type="email" autoComplete="email" required maxLength={254} />
      <PasswordField label="Password" isNew />
    </AuthForm>
  )
}
