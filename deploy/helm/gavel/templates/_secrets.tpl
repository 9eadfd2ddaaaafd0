{{/*
What all passwords are made from: the one given, that of the release, or a new one. Kept among the values, so that all files of one rendering
have the same.
*/}}
{{- define "gavel.key" -}}
{{- $kept := get .Values "madeOnce" | default dict -}}
{{- if not (hasKey $kept "key") -}}
{{- $there := lookup "v1" "Secret" .Release.Namespace (printf "%s-key" (include "gavel.fullname" .)) -}}
{{- $key := .Values.secrets.key -}}
{{- if and (not $key) $there -}}{{- $key = index $there.data "key" | b64dec -}}{{- end -}}
{{- $_ := set $kept "key" (default (randAlphaNum 48) $key) -}}
{{- $_ := set .Values "madeOnce" $kept -}}
{{- end -}}
{{- $kept.key -}}
{{- end -}}

{{/* One password: (list root name). */}}
{{- define "gavel.password" -}}
{{- printf "%s/%s" (include "gavel.key" (index . 0)) (index . 1) | sha256sum | trunc 40 -}}
{{- end -}}

{{/* A password of the user's own: (list root secret key); while it cannot be looked up, a word that says so. */}}
{{- define "gavel.given" -}}
{{- $root := index . 0 -}}
{{- $there := lookup "v1" "Secret" $root.Release.Namespace (index . 1) -}}
{{- if $there -}}
{{- index $there.data (index . 2) | b64dec -}}
{{- else -}}
{{- if lookup "v1" "ServiceAccount" $root.Release.Namespace "default" -}}
{{- fail (printf "there is no secret %s in namespace %s" (index . 1) $root.Release.Namespace) -}}
{{- end -}}
{{- printf "unknown-%s" (index . 1) -}}
{{- end -}}
{{- end -}}

{{- define "gavel.databasePassword" -}}
{{- if eq .Values.relational.implementation "external" -}}
{{- include "gavel.given" (list . .Values.relational.passwordSecret "password") -}}
{{- else -}}
{{- include "gavel.password" (list . "database") -}}
{{- end -}}
{{- end -}}

{{- define "gavel.brokerPassword" -}}
{{- if eq .Values.broker.implementation "external" -}}
{{- include "gavel.given" (list . .Values.broker.passwordSecret "password") -}}
{{- else -}}
{{- include "gavel.password" (list . "broker") -}}
{{- end -}}
{{- end -}}

{{/* A secret whose files one tier reads: (list root component name files). */}}
{{- define "gavel.secret" -}}
apiVersion: v1
kind: Secret
metadata:
  {{- include "gavel.metadata" . | nindent 2 }}
type: Opaque
data:
  {{- range $name, $content := index . 3 }}
  {{ $name }}: {{ b64enc $content }}
  {{- end }}
{{- end -}}
