{{/* What every pod has: (list root tier component). Containers and volumes follow. */}}
{{- define "gavel.pod" -}}
{{- $root := index . 0 -}}
{{- $tier := index $root.Values (index . 1) -}}
serviceAccountName: {{ include "gavel.fullname" $root }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ int64 $root.Values.pods.user }}
  runAsGroup: {{ int64 $root.Values.pods.user }}
  fsGroup: {{ int64 $root.Values.pods.user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: {type: RuntimeDefault}
{{- with $root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $root.Values.pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $tier.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $tier.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  - topologyKey: {{ $root.Values.pods.spread.key }}
    maxSkew: {{ $root.Values.pods.spread.skew }}
    whenUnsatisfiable: {{ $root.Values.pods.spread.unsatisfiable }}
    labelSelector:
      matchLabels:
        {{- include "gavel.selector" (list $root (index . 2)) | nindent 8 }}
{{- end -}}

{{/* What the template of a pod says of it: (list root component files); it changes when a file does. */}}
{{- define "gavel.podMetadata" -}}
labels:
  {{- include "gavel.labels" . | nindent 2 }}
annotations:
  checksum/files: {{ index . 2 | toJson | sha256sum }}
  {{- with (index . 0).Values.annotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* What every container has: (list root tier image). */}}
{{- define "gavel.container" -}}
image: {{ include "gavel.image" . }}
imagePullPolicy: {{ default (ternary "Never" "IfNotPresent" (and (empty (index . 0).Values.images.registry) (empty (index (index . 0).Values (index . 1)).image))) (index . 0).Values.images.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end -}}

{{/* (list root tier MiB). */}}
{{- define "gavel.resources" -}}
{{- $cpu := (index (index . 0).Values (index . 1)).cpu -}}
resources:
  requests: {cpu: {{ $cpu.request | quote }}, memory: {{ index . 2 }}Mi}
  limits: {cpu: {{ $cpu.limit | quote }}, memory: {{ index . 2 }}Mi}
{{- end -}}

{{/* Ready when a port takes connections: (list port seconds-to-start). */}}
{{- define "gavel.tcpProbes" -}}
{{- $check := printf "tcpSocket: {port: %s}" (index . 0) -}}
startupProbe: { {{ $check }}, periodSeconds: 2, failureThreshold: {{ div (index . 1) 2 }} }
readinessProbe: { {{ $check }}, periodSeconds: 5, timeoutSeconds: 3 }
livenessProbe: { {{ $check }}, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
{{- end -}}

{{/* One service before a tier: (list root component name ports headless). */}}
{{- define "gavel.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "gavel.metadata" . | nindent 2 }}
spec:
  type: ClusterIP
  {{- if index . 4 }}
  clusterIP: None
  {{- end }}
  selector:
    {{- include "gavel.selector" . | nindent 4 }}
  ports:
    {{- range $name, $port := index . 3 }}
    - {name: {{ $name }}, port: {{ $port }}, targetPort: {{ $name }}, protocol: TCP}
    {{- end }}
{{- end -}}

{{/* (list root component). */}}
{{- define "gavel.disruptionBudget" -}}
{{- $root := index . 0 -}}
{{- if $root.Values.pods.disruptionBudget }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "gavel.metadata" (list $root (index . 1) (printf "%s-%s" (include "gavel.fullname" $root) (index . 1))) | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "gavel.selector" . | nindent 6 }}
{{- end }}
{{- end -}}

{{/* A claim for each pod, or a directory that goes with it: (list root tier). As part of a StatefulSet. */}}
{{- define "gavel.claims" -}}
{{- $storage := (index (index . 0).Values (index . 1)).storage -}}
{{- if $storage.size }}
volumeClaimTemplates:
  - metadata: {name: data}
    spec:
      accessModes: [ReadWriteOnce]
      {{- with $storage.class }}
      storageClassName: {{ . }}
      {{- end }}
      resources: {requests: {storage: {{ $storage.size }}}}
persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Delete}
{{- end }}
{{- end -}}
