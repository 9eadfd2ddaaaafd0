{{- define "gavel.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "gavel.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "gavel.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "gavel.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels an object is found by: (list root component). */}}
{{- define "gavel.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "gavel.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "gavel.labels" -}}
{{- $root := index . 0 -}}
{{ include "gavel.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: gavel
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- with $root.Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Name and labels of an object: (list root component name). */}}
{{- define "gavel.metadata" -}}
name: {{ index . 2 }}
namespace: {{ (index . 0).Release.Namespace }}
labels:
  {{- include "gavel.labels" . | nindent 2 }}
{{- end -}}

{{/* (list root tier word): one of Gavel's own unless the tier names another. */}}
{{- define "gavel.image" -}}
{{- $root := index . 0 -}}
{{- $images := $root.Values.images -}}
{{- if (index $root.Values (index . 1)).image -}}
{{- (index $root.Values (index . 1)).image -}}
{{- else -}}
{{- printf "%sgavel/%s:%s" (ternary "" (printf "%s/" $images.registry) (empty $images.registry)) (index . 2) (default $root.Chart.AppVersion $images.tag) -}}
{{- end -}}
{{- end -}}

{{/* The tier people meet first. */}}
{{- define "gavel.front" -}}
{{- if ne .Values.balancers.implementation "none" -}}balancers
{{- else if ne .Values.webServers.implementation "none" -}}webServers
{{- else -}}appServers{{- end -}}
{{- end -}}

{{- define "gavel.encrypted" -}}
{{- if ne (include "gavel.front" .) "appServers" -}}true{{- end -}}
{{- end -}}

{{/* Whether anything runs in the process of embedded services. */}}
{{- define "gavel.embedded" -}}
{{- if or (eq .Values.relational.implementation "embedded") (eq .Values.broker.implementation "embedded") (eq .Values.documents.implementation "embedded") -}}true{{- end -}}
{{- end -}}

{{/* A template of the harness with ${places} filled: (list root file values). */}}
{{- define "gavel.file" -}}
{{- $text := (index . 0).Files.Get (printf "files/%s" (index . 1)) -}}
{{- range $name, $value := index . 2 -}}
{{- $text = replace (printf "${%s}" $name) (toString $value) $text -}}
{{- end -}}
{{- if regexMatch "\\$\\{\\w+\\}" $text -}}
{{- fail (printf "nothing is known for %s of %s" (regexFind "\\$\\{\\w+\\}" $text) (index . 1)) -}}
{{- end -}}
{{- $text -}}
{{- end -}}
